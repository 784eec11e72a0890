/** Prints a series of durations: median, 95th percentile and longest, in milliseconds. */
export function printTimes(what: string, milliseconds: readonly number[]): void {
  const ordered = milliseconds.toSorted((a, b) => a - b)
  const at = (share: number) =>
    Math.round(ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * share))] ?? 0)
  console.log(
    `${what}: ${ordered.length} times, median ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${Math.round(ordered.at(-1) ?? 0)} ms`,
  )
}
