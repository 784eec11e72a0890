import type { FileHandle } from 'node:fs/promises'
import { endingTypes } from './file-refusals.rules.ts'

export async function bytesAt(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from)
  return buffer.subarray(0, bytesRead)
}

const lastSector = 0xfffffffa
/** Limit for a directory and its sector lists: more than an Office program writes, and read in a moment. */
const maxSectors = 2_000

/** Looks up which sector of a compound file follows another. */
async function chainsOf(file: FileHandle, head: Buffer, size: number) {
  const perSector = size / 4
  const sectorAt = (number: number) => bytesAt(file, (number + 1) * size, size)
  const lists = Array.from({ length: 109 }, (_, at) => head.readUInt32LE(76 + at * 4))
  let more = head.readUInt32LE(68)
  for (let count = 0; more < lastSector && count < 20; count += 1) {
    const sector = await sectorAt(more)
    for (let at = 0; at < perSector - 1; at += 1) lists.push(sector.readUInt32LE(at * 4))
    more = sector.readUInt32LE(size - 4)
  }
  const known = new Map<number, Buffer>()
  async function after(number: number): Promise<number> {
    const list = lists[Math.floor(number / perSector)] ?? lastSector
    if (list >= lastSector) return lastSector
    const sector = known.get(list) ?? (await sectorAt(list))
    known.set(list, sector)
    return sector.readUInt32LE((number % perSector) * 4)
  }
  return { sectorAt, after }
}

/** The names of the entries at the top of a compound file (OLE). Throws a RangeError when it is damaged. */
async function topLevelNames(file: FileHandle): Promise<Set<string>> {
  const head = await bytesAt(file, 0, 512)
  const shift = head.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) throw new RangeError('the size of its sectors')
  const { sectorAt, after } = await chainsOf(file, head, 1 << shift)
  const sectors: Buffer[] = []
  for (let at = head.readUInt32LE(48); at < lastSector && sectors.length < maxSectors; at = await after(at))
    sectors.push(await sectorAt(at))
  const directory = Buffer.concat(sectors)
  const names = new Set<string>()
  const seen = new Set<number>()
  // The root names one of its children; each child names one to its left and one to its right.
  const next = [directory.readUInt32LE(76)]
  for (let entry = next.pop(); entry !== undefined; entry = next.pop()) {
    const at = entry * 128
    if (seen.has(entry) || at + 128 > directory.length) continue
    seen.add(entry)
    const length = Math.max(0, Math.min(64, directory.readUInt16LE(at + 64)) - 2)
    if (directory[at + 66] === 2) names.add(directory.toString('utf16le', at, at + length))
    next.push(directory.readUInt32LE(at + 68), directory.readUInt32LE(at + 72))
  }
  return names
}

/** The top-level streams that distinguish the kinds of compound file. */
const streams = {
  WordDocument: 'application/msword',
  Workbook: 'application/vnd.ms-excel',
  Book: 'application/vnd.ms-excel',
  'PowerPoint Document': 'application/vnd.ms-powerpoint',
  '__properties_version1.0': 'application/vnd.ms-outlook',
}

export const isOpenXml = (type: string | undefined) => type?.startsWith('application/vnd.openxmlformats') === true

/**
 * The media type of a compound file. A newer Office document with a password is a compound file too: then only its name
 * tells the kind.
 */
export async function compoundType(file: FileHandle, ending: string): Promise<string | undefined> {
  try {
    const names = await topLevelNames(file)
    const named = endingTypes.get(ending)
    if (names.has('EncryptedPackage') && isOpenXml(named)) return named
    return Object.entries(streams).find(([stream]) => names.has(stream))?.[1]
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
