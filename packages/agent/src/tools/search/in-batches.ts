/** Does the work for all items, a few at a time; results keep the order of the items. */
export async function* inBatches<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  size = 32,
): AsyncGenerator<Result> {
  for (let start = 0; start < items.length; start += size) {
    yield* await Promise.all(items.slice(start, start + size).map(work));
  }
}
