/** A path with its leading `~` replaced by the home folder; any other path as it is. */
export const expandTilde = (path: string, home: string): string =>
  /^~(?=$|[/\\])/.test(path) ? home + path.slice(1) : path;
