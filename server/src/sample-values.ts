/** An item of a list by a running number, starting over at its end. */
export function pick<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length]
  if (item === undefined) throw new Error('there is nothing to pick from')
  return item
}

/** The day so many days from the first of July 2025. */
export const dayAt = (days: number) => new Date(Date.UTC(2025, 6, 1 + days)).toISOString().slice(0, 10)
