/** Whether a string is a valid name of a request header. */
export const isHeaderName = (text: string): boolean => /^[\w!#$%&'*+.^`|~-]+$/.test(text);
