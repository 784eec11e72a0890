import { statfs } from 'node:fs/promises'
import type { LogFile } from './log-file.ts'

const careEveryMs = 2_000
const maxFloorBytes = 512 * 1024 * 1024
const floorShare = 0.05

/**
 * Whether the file system of `dir` has less free space than the floor, in bytes. The default floor is 512 MB, or 5 % of
 * the file system where that is less.
 */
export async function isSpaceLow(dir: string, floorBytes?: number): Promise<boolean> {
  const { bavail, blocks, bsize } = await statfs(dir)
  return bavail * bsize < (floorBytes ?? Math.min(maxFloorBytes, blocks * bsize * floorShare))
}

/** Measures the free space and turns over the log every two seconds, until `stop`. */
export async function startCare(
  dir: string,
  floorBytes: number | undefined,
  logFile: LogFile,
  log: (line: string) => void,
) {
  let diskLow = await isSpaceLow(dir, floorBytes)
  const lookAfter = async () => {
    try {
      diskLow = await isSpaceLow(dir, floorBytes)
      logFile.rotate()
    } catch (error) {
      log(`looking after ${dir} failed: ${(error as Error).message}`)
    }
  }
  const timer = setInterval(() => void lookAfter(), careEveryMs).unref()
  return { isDiskLow: () => diskLow, stop: () => clearInterval(timer) }
}
