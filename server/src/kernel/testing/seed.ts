const usual = 20_261_128

/** Determines every random test input: runs with the same SEED have the same inputs. */
export const seed = Number(process.env['SEED'] ?? usual)
if (!Number.isSafeInteger(seed)) throw new Error(`SEED must be a whole number: ${process.env['SEED']}`)

/** A seed for each name, so that test files and their writers draw independent numbers. */
export function seedOf(name: string): number {
  let mixed = seed
  for (const letter of name) mixed = (Math.imul(mixed, 31) + letter.charCodeAt(0)) | 0
  return mixed >>> 0
}
