/** By how many seconds the clock of this run is ahead of the real one (`scripts/clock.mjs`). */
const offset = Number(process.env['FAKETIME'] ?? 0)

/** The environment of a browser, which libfaketime would make fifteen times slower: its own clock is the real one. */
export const browserEnvironment: Record<string, string | undefined> = { ...process.env, LD_PRELOAD: undefined }

/** Moves `Date` of a page to the time of the run; to be run before the page's own scripts. */
export const moveDate = `{
  const RealDate = Date
  const now = () => RealDate.now() + ${offset * 1000}
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, key, receiver) => (key === 'now' ? now : Reflect.get(target, key, receiver)),
  })
  RealDate.prototype.constructor = globalThis.Date
}`
