const worker = Number(process.env['VITEST_WORKER_ID'] ?? 0)
const perWorker = 100_000
let last = 0

/** A number that is unique within the test run. */
export function uniqueNumber(): number {
  last += 1
  if (last >= perWorker || worker >= 10_000) throw new Error('no unique number is left')
  return worker * perWorker + last
}

/** A unique Indian mobile number: +91, then 9 and nine digits. */
export const newMobileNo = () => `+919${String(uniqueNumber()).padStart(9, '0')}`

/** A unique address of the range for documentation, for requests that a limit per address must count separately. */
export function newAddress(): string {
  const number = uniqueNumber()
  return `2001:db8:ffff::${(number >>> 16).toString(16)}:${(number & 0xffff).toString(16)}`
}
