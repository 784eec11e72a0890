import { spawnSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAllStopped, newFolder } from './installation.ts'

/** Disks for single tests: file systems in a file, which can be small and can be copied at any moment. */

function run(command: string, ...args: string[]): string | undefined {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  return status === 0 ? undefined : `${command} ${args.join(' ')}: ${error?.message ?? stderr.trim()}`
}

function mustRun(command: string, ...args: string[]): void {
  const fault = run(command, ...args)
  if (fault) throw new Error(fault)
}

export class Disk {
  readonly mountPoint: string
  #image: string

  constructor(megabytes: number) {
    const folder = newFolder()
    this.#image = join(folder, 'disk.img')
    this.mountPoint = join(folder, 'mounted')
    mkdirSync(this.mountPoint)
    mustRun('truncate', '-s', `${megabytes}M`, this.#image)
    // Without this, mkfs leaves work that the kernel would write later.
    mustRun('mkfs.ext4', '-q', '-F', '-m', '0', '-E', 'lazy_itable_init=0,lazy_journal_init=0', this.#image)
    this.mount()
    afterAllStopped(() => this.unmount())
  }

  mount(): void {
    mustRun('mount', '-o', 'loop', this.#image, this.mountPoint)
  }

  unmount(): void {
    if (run('mountpoint', '-q', this.mountPoint) === undefined) mustRun('umount', this.mountPoint)
  }

  /** Copies what is on the disk now, without what the kernel has yet to write to it. */
  copy(): void {
    mustRun('cp', '--sparse=always', this.#image, `${this.#image}.taken`)
  }

  /** Mounts the copy, as after a loss of power: the journal is replayed. */
  restoreCopy(): void {
    this.unmount()
    renameSync(`${this.#image}.taken`, this.#image)
    this.mount()
  }

  remove(): void {
    this.unmount()
    rmSync(this.#image)
  }
}

/** Why no disk can be mounted here; undefined where it can. */
export function whyNoDisk(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'mounting a disk takes root on Linux'
  try {
    new Disk(16).remove()
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
