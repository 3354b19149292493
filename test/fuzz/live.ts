/** What acts on a terminal or is not seen on it: every control but the line feed, and what changes the order of letters. */
export const LIVE = /[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\u200b\u2060\ufeff]/;
