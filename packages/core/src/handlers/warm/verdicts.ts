/** What is known so far of something; asking brings an answer about, but not at once. */
export type Known<Verdict> = Verdict | 'not known yet';

/** Finds a verdict out once for each key, behind the back of who asks, and remembers so many. */
export function rememberVerdicts<Question, Verdict>(
  examine: (question: Question) => Promise<Verdict>,
  most: number,
): (key: string, question: Question) => Known<Verdict> {
  const known = new Map<string, Known<Verdict>>();
  return (key, question) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= most) known.clear();
    known.set(key, 'not known yet');
    examine(question).then(
      (verdict) => known.set(key, verdict),
      () => known.delete(key), // the helper died meanwhile: the next run asks again
    );
    return 'not known yet';
  };
}
