import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getDocument, listDocuments, uploadDocument } from '@plinth/api/documents/documents'
import { startLocalPostgres } from '@plinth/local-postgres'
import sharp from 'sharp'
import { plain } from '../server/src/access/users/images.factory.ts'
import { openDoor } from '../server/src/kernel/db/door.ts'
import { migrate } from '../server/src/kernel/db/migrate.ts'
import { childrenOf, procFileOf } from '../server/src/kernel/testing/children.ts'
import { testSecret } from '../server/src/kernel/testing/databases.ts'
import { type Call, line, megabytes, milliseconds, newCompany, serveProduct, signedIn, timed } from './measures.ts'

/**
 * Measures what one company's pictures cost the others: it sends eight PNGs of 99 megapixels at once, and another sends a small
 * one a moment later. Prints how long the second waits for its answer and for its picture, how long any call takes meanwhile,
 * and the memory of the server and its processes: before, at most, and after all pictures are drawn. Linux; the product itself,
 * on a database of its own.
 */

const pictures = 8
const side = 9_950
const companies = { flooder: 'Photographers', other: 'Neighbours' }

/** Resident bytes of the server and the processes it has started; the database runs elsewhere. */
function memoryOf(pid: number): number {
  const own = Number(/^VmRSS:\s+(\d+)/m.exec(procFileOf(pid, 'status'))?.[1] ?? 0) * 1024
  return childrenOf(pid).reduce((sum, child) => sum + memoryOf(child), own)
}

/** Records the highest result of `look` until it is stopped. */
function watch(look: () => number, interval = 50) {
  let most = 0
  const timer = setInterval(() => (most = Math.max(most, look())), interval)
  return {
    stop() {
      clearInterval(timer)
      return most
    },
  }
}

/** The longest duration of a call that reads one list, until `isOver`. */
async function longestCall(call: Call, isOver: () => boolean): Promise<number> {
  let longest = 0
  while (!isOver()) {
    longest = Math.max(longest, await timed(() => call(listDocuments, { query: {} })))
    await sleep(50)
  }
  return longest
}

const bodyOf = (tenantId: string, file: File) => ({
  tenantId,
  entityType: 'PAYMENT' as const,
  entityId: tenantId,
  file,
})

async function untilDrawn(call: Call, id: string): Promise<void> {
  while ((await call(getDocument, { params: { id } })).thumbnailUrl === null) await sleep(100)
}

interface Sender {
  call: Call
  tenantId: string
}

async function flood({ flooder, other }: Record<'flooder' | 'other', Sender>, pid: number): Promise<void> {
  const pixels = sharp({ create: { width: side, height: side, channels: 3, background: '#204060' } })
  const huge = new File([new Uint8Array(await pixels.png({ compressionLevel: 9 }).toBuffer())], 'Site.png')
  const small = new File([new Uint8Array(await plain(1_200, 900).png().toBuffer())], 'Gate.png')
  line('each of the eight', megabytes(huge.size))
  const before = memoryOf(pid)
  const watched = watch(() => memoryOf(pid))
  const begun = performance.now()
  const since = () => performance.now() - begun
  let isOver = false
  const sent = Array.from({ length: pictures }, () =>
    flooder
      .call(uploadDocument, { body: bodyOf(flooder.tenantId, huge) })
      .then(({ id }) => ({ id, answered: since() })),
  )
  const calls = longestCall(other.call, () => isOver)
  await sleep(500)
  const asked = performance.now()
  const { id } = await other.call(uploadDocument, { body: bodyOf(other.tenantId, small) })
  line('the other’s upload', milliseconds(performance.now() - asked))
  await untilDrawn(other.call, id)
  line('the other’s picture', milliseconds(performance.now() - asked))
  const answered = await Promise.all(sent)
  line('the eight answered', milliseconds(Math.max(...answered.map((one) => one.answered))))
  for (const one of answered) await untilDrawn(flooder.call, one.id)
  line('the eight drawn', milliseconds(since()))
  isOver = true
  line('the other’s longest call', milliseconds(await calls))
  await sleep(6_000)
  line('memory before', megabytes(before))
  line('memory at most', megabytes(watched.stop()))
  line('memory after', megabytes(memoryOf(pid)))
}

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-bench-pictures-'))
  chmodSync(folder, 0o755)
  const postgres = await startLocalPostgres({ dir: join(folder, 'postgres') })
  const children: ChildProcess[] = []
  try {
    const door = await openDoor(await migrate(postgres.connection, testSecret))
    const ids = [companies.flooder, companies.other].map((name) => newCompany(door, name, ['Payments']))
    const [flooderId = '', otherId = ''] = await Promise.all(ids)
    await door.close()
    const url = await serveProduct(folder, postgres.connection, children)
    const flooder = { call: await signedIn(url, companies.flooder), tenantId: flooderId }
    const other = { call: await signedIn(url, companies.other), tenantId: otherId }
    // Draws a first picture, so that loading the code does not count.
    const { id } = await other.call(uploadDocument, {
      body: bodyOf(otherId, new File([new Uint8Array(await plain().png().toBuffer())], 'First.png')),
    })
    await untilDrawn(other.call, id)
    await sleep(5_000)
    await flood({ flooder, other }, children[0]?.pid ?? 0)
  } finally {
    for (const child of children) {
      child.kill()
      await once(child, 'exit')
    }
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

await measure()
