import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createContract } from '@plinth/api/tenders/contracts'
import type { Client } from '@plinth/server/testing/test-server'
import type { Locator, Page } from 'playwright-core'
import { spend } from './browser.ts'
import { title } from './screen.ts'

/** A PDF of so many pages, each with its number and a black bar; `padding` adds bytes that no page shows. */
export function pdfOf(pages: number, padding = 0): Buffer {
  const kids = Array.from({ length: pages }, (_, at) => `${4 + at * 2} 0 R`).join(' ')
  const streamOf = (content: Buffer) =>
    Buffer.concat([Buffer.from(`<< /Length ${content.length} >>\nstream\n`), content, Buffer.from('\nendstream')])
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'),
    ...Array.from({ length: pages }, (_, at) => [
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + at * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      ),
      streamOf(Buffer.from(`56 700 400 60 re f BT /F1 24 Tf 56 640 Td (Sheet ${at + 1} of the drawings) Tj ET`)),
    ]).flat(),
    ...(padding > 0 ? [streamOf(randomBytes(padding))] : []),
  ]
  const written = [Buffer.from('%PDF-1.4\n')]
  let length = written[0]?.length ?? 0
  const offsets = objects.map((object, at) => {
    const offset = length
    const whole = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    written.push(whole)
    length += whole.length
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`
  return Buffer.concat([...written, Buffer.from(table + trailer)])
}

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Writes a file to disk, from where the browser reads large files; choosing the path twice chooses the same file. */
export async function onDisk(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'plinth-paper-')), name)
  await writeFile(path, bytes)
  return path
}

export interface Paper {
  name: string
  mimeType: string
  buffer: Buffer
}
export const text = (name: string, content: string | Buffer = 'Measured on site.\n'): Paper => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
})

/** Chooses files as a person does, with the button and the browser's file chooser. */
export async function chooseFiles(page: Page, files: string | Paper[], by = 'Choose files'): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: by, exact: true }).click()
  await (await chooser).setFiles(files)
}

export const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('table', { name: 'Documents' }).getByRole('row').filter({ hasText: name })

/** Downloads by this link; returns the file's name, address and bytes. */
export async function downloaded(page: Page, name: string) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: `Download ${name}`, exact: true }).click(),
  ])
  return { name: download.suggestedFilename(), url: download.url(), bytes: await readFile(await download.path()) }
}

/** Control over the browser's connection: slow it down, cut it and open it again. */
export async function lineOf(page: Page) {
  spend(page)
  const session = await page.context().newCDPSession(page)
  const become = (offline: boolean, bytesPerSecond: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond,
    })
  return {
    slow: (bytesPerSecond: number) => become(false, bytesPerSecond),
    cut: () => become(true, -1),
    open: () => become(false, -1),
  }
}

/** Above 0 once the image has loaded. */
export const widthOf = (image: unknown) => (image as { naturalWidth: number }).naturalWidth

interface Painted {
  width: number
  height: number
  getContext: (kind: '2d') => { getImageData: (...box: number[]) => { data: Uint8ClampedArray } }
}

/** The share of dark pixels of a canvas, from 0 to 1. */
export const inkOn = (canvas: Locator): Promise<number> =>
  canvas.evaluate((element: unknown) => {
    const painted = element as Painted
    const { data } = painted.getContext('2d').getImageData(0, 0, painted.width, painted.height)
    let dark = 0
    for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 128 && data[at + 3] === 255) dark += 1
    return dark / (data.length / 4)
  })

export const newContract = (by: Client, contractName: string) => by.ok(createContract, { body: { contractName } })

/** Opens the supporting documents of a contract. */
export async function openPapersOf(page: Page, contractId: string): Promise<void> {
  await page.goto(`/contracts/${contractId}/supporting-docs`)
  await title(page, 'Supporting documents')
}

/** A DataTransfer with files of these names and contents, to be dropped on a page. */
export const dragged = (page: Page, files: Record<string, string>) =>
  page.evaluateHandle(`(() => {
    const held = new DataTransfer()
    for (const [name, content] of Object.entries(${JSON.stringify(files)})) held.items.add(new File([content], name))
    return held
  })()`)
