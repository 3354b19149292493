/** Whether a text can stand as the name of a header in a request. */
export const isHeaderName = (text: string): boolean => /^[\w!#$%&'*+.^`|~-]+$/.test(text);
