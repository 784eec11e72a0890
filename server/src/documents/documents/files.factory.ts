import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plain } from '../../access/users/images.factory.ts'
import { oleOf, zipOf } from '../../platform/contract-imports/workbooks.factory.ts'

const openXml = 'application/vnd.openxmlformats-officedocument'

const officeOf = (contentType: string, parts: Record<string, string> = {}) =>
  zipOf({
    '[Content_Types].xml': `<Types><Override PartName="/main.xml" ContentType="${contentType}.main+xml"/></Types>`,
    'main.xml': '<main/>',
    ...parts,
  })
const openDocument = (kind: string) =>
  zipOf({ mimetype: `application/vnd.oasis.opendocument.${kind}`, 'content.xml': '<office/>' })

const padded = (start: string, length = 600) => Buffer.concat([Buffer.from(start, 'latin1'), Buffer.alloc(length)])
const boxed = (brand: string) => padded(`\0\0\0\x18ftyp${brand}\0\0\0\0`)
const stream = Buffer.alloc(4_096, 'x')

export const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n')
export const bmp = padded(`BM\x96\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0`)

/** A file of every accepted kind, with a name it may have. */
export const good = async (): Promise<[name: string, type: string, bytes: Buffer][]> => [
  ['Bill.pdf', 'application/pdf', pdf],
  ['Site.jpg', 'image/jpeg', await plain().jpeg().toBuffer()],
  ['Site.JPEG', 'image/jpeg', await plain().jpeg().toBuffer()],
  ['Plan.png', 'image/png', await plain().png().toBuffer()],
  ['Plan.webp', 'image/webp', await plain().webp().toBuffer()],
  ['Plan.gif', 'image/gif', await plain().gif().toBuffer()],
  ['Plan.tif', 'image/tiff', await plain().tiff().toBuffer()],
  ['Plan.avif', 'image/avif', await plain().avif().toBuffer()],
  ['IMG_0001.HEIC', 'image/heic', boxed('heic')],
  ['IMG_0002.heif', 'image/heic', boxed('mif1')],
  ['Scan.bmp', 'image/bmp', bmp],
  ['Bridge.dwg', 'image/vnd.dwg', padded('AC1027')],
  ['Letter.docx', `${openXml}.wordprocessingml.document`, officeOf(`${openXml}.wordprocessingml.document`)],
  ['BOQ.xlsx', `${openXml}.spreadsheetml.sheet`, officeOf(`${openXml}.spreadsheetml.sheet`)],
  [
    'Review.pptx',
    `${openXml}.presentationml.presentation`,
    officeOf(`${openXml}.presentationml.presentation`, { 'ppt/a': 'a' }),
  ],
  ['Letter.doc', 'application/msword', oleOf('WordDocument', stream)],
  ['BOQ.xls', 'application/vnd.ms-excel', oleOf('Workbook', stream)],
  ['BOQ 95.xls', 'application/vnd.ms-excel', oleOf('Book', stream)],
  ['Review.ppt', 'application/vnd.ms-powerpoint', oleOf('PowerPoint Document', stream)],
  ['Mail.msg', 'application/vnd.ms-outlook', oleOf('__properties_version1.0', stream)],
  ['Locked.xlsx', `${openXml}.spreadsheetml.sheet`, oleOf('EncryptedPackage', stream)],
  ['Letter.odt', 'application/vnd.oasis.opendocument.text', openDocument('text')],
  ['BOQ.ods', 'application/vnd.oasis.opendocument.spreadsheet', openDocument('spreadsheet')],
  ['Review.odp', 'application/vnd.oasis.opendocument.presentation', openDocument('presentation')],
  ['Letter.rtf', 'application/rtf', Buffer.from('{\\rtf1\\ansi Dear Sir}')],
  ['Rates.csv', 'text/csv', Buffer.from('Item,Rate\nCement,410\n')],
  ['Notes.txt', 'text/plain', Buffer.from('नमस्ते, 5 bags\r\n')],
  ['Drawing.dxf', 'text/plain', Buffer.from('  0\nSECTION\n  2\nHEADER\n')],
  ['Drawings.zip', 'application/zip', zipOf({ 'a.txt': 'a', 'b.exe': 'MZ' })],
  ['Site.mp4', 'video/mp4', boxed('isom')],
  ['Site.mov', 'video/quicktime', boxed('qt  ')],
]

export const macros = (kind: 'named' | 'hidden') =>
  kind === 'named'
    ? officeOf('application/vnd.ms-word.document.macroEnabled')
    : officeOf(`${openXml}.wordprocessingml.document`, { 'word/vbaProject.bin': 'x' })

/** A temporary folder for the files of a test; `put` writes one and returns its path. */
export async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'documents-'))
  let count = 0
  return {
    path,
    async put(bytes: Uint8Array | string) {
      const file = join(path, `file-${(count += 1)}`)
      await writeFile(file, bytes)
      const { size } = await stat(file)
      return { path: file, size, sha256: '0'.repeat(64) }
    },
    remove: () => rm(path, { recursive: true, force: true }),
  }
}
