import { maxDocumentBytes, tooLargeDocument } from '@plinth/api/documents/documents'
import { describe, expect, test } from 'vitest'
import { CallError } from '../../lib/call-error.ts'
import { type Send, totalsOf, UnsendableFile, type Upload, UploadQueue, type Watch } from './upload-queue.ts'

const fileOf = (name: string, size = 100, lastModified = 1) => new File([new Uint8Array(size)], name, { lastModified })
const chosen = (...names: string[]) => names.map((name) => ({ file: fileOf(name) }))
/** Lets pending promises settle. */
const waitForPromises = () => new Promise((resolve) => setTimeout(resolve))

/** A queue whose sends end only when the test ends them. */
function newQueue() {
  const calls: { upload: Upload; watch: Watch; end: () => void; fail: (error: Error) => void }[] = []
  let idle = 0
  const send: Send = (upload, watch) =>
    new Promise<void>((resolve, reject) => {
      watch.signal.addEventListener('abort', () => reject(watch.signal.reason))
      calls.push({ upload, watch, end: resolve, fail: reject })
    })
  const queue = new UploadQueue(send, () => {
    idle += 1
  })
  const call = (name: string) => calls.findLast(({ upload }) => upload.file.name === name)!
  const keyOf = (name: string) => queue.uploads().find(({ file }) => file.name === name)!.key
  const lines = () =>
    queue.uploads().map(({ file, stage }) => `${file.name} ${stage.name === 'failed' ? stage.reason : stage.name}`)
  return {
    queue,
    calls,
    call,
    keyOf,
    lines,
    idleTimes: () => idle,
    names: () => calls.map((one) => one.upload.file.name),
  }
}

test('the queue sends three files at a time, in the order they were chosen', async () => {
  const { queue, call, names } = newQueue()
  queue.add(chosen('a', 'b', 'c', 'd', 'e'))
  expect(names()).toEqual([])
  queue.start()
  expect(names()).toEqual(['a', 'b', 'c'])
  call('b').end()
  await waitForPromises()
  expect(names()).toEqual(['a', 'b', 'c', 'd'])
})

test("a failed file stops no other, shows the server's message, and only failed files are retried", async () => {
  const { queue, call, lines, names, idleTimes } = newQueue()
  queue.add(chosen('a', 'b', 'c'))
  queue.start()
  call('a').end()
  call('b').fail(new CallError(507, { code: 'disk_full', message: 'The document store is full.' }))
  call('c').fail(new TypeError('x is not a function'))
  await waitForPromises()
  expect(lines()).toEqual(['a done', 'b The document store is full.', 'c Upload failed. Please try again.'])
  expect(idleTimes()).toBe(1)
  queue.retry()
  expect(names()).toEqual(['a', 'b', 'c', 'b', 'c'])
  expect(new Set(queue.uploads().map(({ key }) => key)).size).toBe(3)
  call('b').end()
  call('c').end()
  await waitForPromises()
  expect(lines()).toEqual(['a done', 'b done', 'c done'])
  expect(idleTimes()).toBe(2)
})

test.each([413, 415])('a file refused with status %s cannot be retried', async (status) => {
  const { queue, call, names, lines } = newQueue()
  queue.add(chosen('a'))
  queue.start()
  call('a').fail(new CallError(status, { code: 'refused', message: 'Programs are not kept.' }))
  await waitForPromises()
  queue.retry()
  expect(names()).toEqual(['a'])
  expect(lines()).toEqual(['a Programs are not kept.'])
  expect(totalsOf(queue.uploads())).toMatchObject({ failed: 1, toRetry: 0 })
})

test('a file keeps its key when it is retried, so that a lost answer stores it once', async () => {
  const { queue, calls, call } = newQueue()
  queue.add(chosen('a'))
  queue.start({ docType: 'BILL' })
  call('a').fail(new CallError(500, { code: 'internal', message: 'Something went wrong on our side.' }))
  await waitForPromises()
  queue.retry()
  expect(calls.map(({ upload }) => [upload.key, upload.about])).toEqual(
    Array(2).fill([queue.uploads()[0]?.key, { docType: 'BILL' }]),
  )
})

test('a cancelled file stops at once, and is sent again only when retried by itself', async () => {
  const { queue, call, keyOf, lines, names } = newQueue()
  queue.add(chosen('a', 'b', 'c', 'd'))
  queue.start()
  queue.cancel(keyOf('a'))
  expect(lines()[0]).toBe('a cancelled')
  expect(call('a').watch.signal.aborted).toBe(true)
  await waitForPromises()
  expect(names()).toEqual(['a', 'b', 'c', 'd'])
  queue.retry()
  expect(lines()[0]).toBe('a cancelled')
  queue.retry(keyOf('a'))
  expect(lines()[0]).toBe('a waiting')
  queue.cancel()
  await waitForPromises()
  expect(lines()).toEqual(['a cancelled', 'b cancelled', 'c cancelled', 'd cancelled'])
  expect(totalsOf(queue.uploads())).toMatchObject({ isBusy: false, files: 0, cancelled: 4 })
})

test('a file retried right after it was cancelled waits for the end of the first attempt', async () => {
  const { queue, calls, keyOf, lines } = newQueue()
  queue.add(chosen('a'))
  queue.start()
  queue.cancel(keyOf('a'))
  queue.retry(keyOf('a'))
  expect(calls).toHaveLength(1)
  await waitForPromises()
  expect(calls).toHaveLength(2)
  expect(lines()).toEqual(['a sending'])
})

test('two files of one name are both sent, and the same file twice one after the other', async () => {
  const { queue, calls, lines } = newQueue()
  queue.add([{ file: fileOf('a', 5) }, { file: fileOf('a', 6) }, { file: fileOf('a', 5) }])
  queue.start()
  expect(calls.map(({ upload }) => upload.file.size)).toEqual([5, 6])
  calls[0]?.end()
  await waitForPromises()
  expect(calls).toHaveLength(3)
  expect(lines()).toEqual(['a done', 'a sending', 'a sending'])
})

test('the queue counts progress in bytes over the files that are not cancelled', async () => {
  const { queue, call, keyOf } = newQueue()
  queue.add([
    { file: fileOf('small', 100) },
    { file: fileOf('large', 700) },
    { file: fileOf('gone', 5_000) },
    { file: fileOf('last', 200) },
  ])
  queue.start()
  queue.cancel(keyOf('gone'))
  call('small').end()
  call('large').watch.onSent(0.5)
  await waitForPromises()
  expect(totalsOf(queue.uploads())).toMatchObject({ isBusy: true, files: 3, done: 1, part: 0.45 })
  call('large').watch.onSent(1)
  expect(queue.uploads()[1]?.stage).toEqual({ name: 'checking' })
  expect(totalsOf(queue.uploads()).part).toBe(0.8)
})

test('the queue notifies listeners of every percent, not of every packet', () => {
  const { queue, call } = newQueue()
  queue.add(chosen('a'))
  queue.start()
  let notified = 0
  queue.subscribe(() => {
    notified += 1
  })
  for (let packet = 1; packet <= 1_000; packet += 1) call('a').watch.onSent(packet / 1_000)
  expect(notified).toBe(100)
})

describe('a file that cannot be sent', () => {
  test('is reported when it is chosen, and not retried with the failed ones', async () => {
    const { queue, lines, names } = newQueue()
    const large = fileOf('large')
    Object.defineProperty(large, 'size', { value: maxDocumentBytes + 1 })
    queue.add([{ file: fileOf('empty', 0) }, { file: large }, { file: fileOf('folder'), isFolder: true }])
    queue.start()
    queue.retry()
    expect(names()).toEqual([])
    expect(lines()).toEqual([
      'empty The file is empty.',
      `large ${tooLargeDocument}`,
      'folder This is a folder. Choose the files in it.',
    ])
    expect(totalsOf(queue.uploads())).toMatchObject({ files: 0, failed: 3, toRetry: 0 })
  })

  test('is reported when it is discovered during the upload', async () => {
    const { queue, call, lines } = newQueue()
    queue.add(chosen('a'))
    queue.start()
    call('a').fail(new UnsendableFile('The file was changed.'))
    await waitForPromises()
    queue.retry()
    expect(lines()).toEqual(['a The file was changed.'])
  })
})

test('newly chosen files replace finished ones, and files that can still be sent stay', async () => {
  const { queue, call, lines } = newQueue()
  queue.add([...chosen('a', 'b'), { file: fileOf('empty', 0) }])
  queue.start()
  call('a').end()
  call('b').fail(new CallError(500, { code: 'internal', message: 'No.' }))
  await waitForPromises()
  queue.add(chosen('c'))
  expect(lines()).toEqual(['b No.', 'c chosen'])
  queue.remove()
  expect(lines()).toEqual([])
})
