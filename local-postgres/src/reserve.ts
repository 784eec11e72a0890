import { randomBytes } from 'node:crypto'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const megabyte = 1024 * 1024

/** How large the reserve is, in bytes: what PostgreSQL needs to recover, with room to spare. It extends its log by 16 MB at a time. */
export const reserveBytes = 64 * megabyte

const sizeOf = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

/** A file that keeps room on the disk of `dir` for PostgreSQL to recover in, should something else take the rest at a blow. */
export class Reserve {
  #path: string
  #isGivenUp = false

  constructor(dir: string) {
    this.#path = join(dir, 'reserve')
  }

  /** Whether its room was needed, and it has not been made again since. */
  get isGivenUp(): boolean {
    return this.#isGivenUp
  }

  /** Makes it, where it is not there yet, or was cut short. Throws when there is no room for it. */
  async make(): Promise<void> {
    if ((await sizeOf(this.#path)) !== reserveBytes) await this.#write()
    this.#isGivenUp = false
  }

  /** Gives its room to whoever needs it. */
  async giveUp(): Promise<void> {
    if ((await sizeOf(this.#path)) === 0) return
    this.#isGivenUp = true
    await rm(this.#path, { force: true })
  }

  async #write(): Promise<void> {
    // Of zeros a file system may keep nothing.
    const part = randomBytes(megabyte)
    const file = await open(this.#path, 'w', 0o600)
    try {
      for (let written = 0; written < reserveBytes; written += megabyte) await file.write(part)
    } finally {
      await file.close()
    }
  }
}
