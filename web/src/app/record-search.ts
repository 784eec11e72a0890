/** How many records of a kind the palette offers. */
export const foundPerKind = 4

/** The page of a search that has no more than that. */
export const few = { pagination: { page: 0, size: foundPerKind } }

/** Those with it in their name and those with it in their number, each once. */
export async function either<T extends { id: string }>(...searches: Promise<T[]>[]): Promise<T[]> {
  const found = (await Promise.all(searches)).flat()
  return [...new Map(found.map((one) => [one.id, one])).values()].slice(0, foundPerKind)
}
