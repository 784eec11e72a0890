import { statfs } from 'node:fs/promises'

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
