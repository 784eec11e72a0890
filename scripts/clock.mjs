import { existsSync, readdirSync } from 'node:fs'
import { installForTests, isDebianRoot } from './debian.mjs'

/** A Wednesday morning in India. In the past, so that the product never takes a file that a test has just written for an old one. */
export const testMoment = '2026-11-25T10:00:00+05:30'

/**
 * Where Debian keeps libfaketime: a folder for each kind of processor. Its variant for threads makes Chromium fifteen times
 * slower by a lock that nothing here needs, as the offset never changes.
 */
function findFaketime() {
  const folders = existsSync('/usr/lib') ? readdirSync('/usr/lib').map((name) => `/usr/lib/${name}/faketime`) : []
  return folders.map((folder) => `${folder}/libfaketime.so.1`).find(existsSync)
}

async function ensureFaketime() {
  if (process.platform !== 'linux') return undefined
  if (!findFaketime() && isDebianRoot()) await installForTests('libfaketime', 'libfaketime').catch(() => undefined)
  return findFaketime()
}

/**
 * The environment in which it is `moment` (ISO 8601) when a command starts; time then goes on as usual. Every process the
 * command starts inherits it. Without libfaketime, which Debian has, the environment is empty and the real calendar counts:
 * it says so.
 */
export async function clockAt(moment) {
  const library = await ensureFaketime()
  if (!library) {
    console.log('There is no libfaketime here: the tests run on the day of today.')
    return {}
  }
  const offset = Math.round((Date.parse(moment) - Date.now()) / 1000)
  return {
    LD_PRELOAD: library,
    FAKETIME: `${offset < 0 ? '' : '+'}${offset}`,
    // Timers go by the monotonic clock.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DISABLE_SHM: '1',
    // In seconds: the offset is read but once.
    FAKETIME_CACHE_DURATION: '1000000000',
  }
}
