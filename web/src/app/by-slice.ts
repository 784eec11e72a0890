/** Turns what was collected by path into what was collected by slice, in the order of their names: rooms do not change the order. */
export const bySlice = <T>(collected: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(
    Object.entries(collected)
      .map(([path, one]): [string, T] => [path.split('/').at(-2) ?? '', one])
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )
