import { randomBytes } from 'node:crypto'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const megabyte = 1024 * 1024

/** The size of the reserve in bytes: what PostgreSQL needs to recover, with a margin. It extends its log by 16 MB at a time. */
export const reserveBytes = 64 * megabyte

const sizeOf = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

/** A file that reserves space on the disk of `dir` for PostgreSQL's recovery, in case something else fills the disk at once. */
export class Reserve {
  #path: string
  #isGivenUp = false

  constructor(dir: string) {
    this.#path = join(dir, 'reserve')
  }

  /** Whether the reserve was given up, and has not been created again since. */
  get isGivenUp(): boolean {
    return this.#isGivenUp
  }

  /** Creates the reserve if it is missing or was truncated. Throws if there is no space for it. */
  async make(): Promise<void> {
    if ((await sizeOf(this.#path)) !== reserveBytes) await this.#write()
    this.#isGivenUp = false
  }

  /** Frees the space of the reserve. */
  async giveUp(): Promise<void> {
    if ((await sizeOf(this.#path)) === 0) return
    this.#isGivenUp = true
    await rm(this.#path, { force: true })
  }

  async #write(): Promise<void> {
    // Random, because a file system may store no blocks for zeros.
    const part = randomBytes(megabyte)
    const file = await open(this.#path, 'w', 0o600)
    try {
      for (let written = 0; written < reserveBytes; written += megabyte) await file.write(part)
    } finally {
      await file.close()
    }
  }
}
