/** Turns a record by path into a record by slice, in the order of slice names, so that rooms do not change the order. */
export const bySlice = <T>(collected: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(
    Object.entries(collected)
      .map(([path, one]): [string, T] => [path.split('/').at(-2) ?? '', one])
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )
