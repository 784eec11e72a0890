import { createHash, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DocumentEntity } from '@plinth/api/documents/documents'
import { sql } from 'kysely'
import type { Db, Door } from '../../kernel/db/tenancy.ts'
import type { ArrivedFile } from '../../kernel/files/arrived-file.ts'
import type { Storage } from '../../kernel/files/storage.ts'
import type { DayAt, Furnished } from '../../sample-values.ts'
import { type Storing, storeFiles } from './storing.queries.ts'

/** A PDF page with these lines of text, in PDF's built-in Helvetica. */
function pdfOf(lines: readonly string[]): string {
  const shown = lines.map((line) => `(${line.replace(/[()\\]/g, '\\$&')}) Tj T*`).join('\n')
  const text = `BT /F1 12 Tf 16 TL 56 780 Td\n${shown}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let written = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = written.length
    written += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${written.length}\n%%EOF\n`
  return `${written}${table}${trailer}`
}

/** Draws a road towards hills under a sky of this colour. */
async function sitePhoto(sky: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200">
      <rect width="1600" height="1200" fill="${sky}"/><circle cx="1250" cy="250" r="90" fill="#fff3c4"/>
      <path d="M0 620 L420 420 L800 600 L1180 380 L1600 600 V1200 H0Z" fill="#5d7a63"/>
      <path d="M0 760 H1600 V1200 H0Z" fill="#b08c5a"/><path d="M760 700 H840 L1200 1200 H400Z" fill="#4b4f55"/>
      <path d="M797 720 H803 L812 1200 H788Z" fill="#f2f2ee"/></svg>`),
  )
    .jpeg({ quality: 80 })
    .toBuffer()
}

const rates = `Item,Unit,Quantity,Rate,Amount
Earthwork in embankment,cum,1840,312.50,575000.00
Granular sub-base,cum,920,2140.00,1968800.00
Dense bituminous macadam,cum,310,9850.00,3053500.00
Bituminous concrete,cum,165,10420.00,1719300.00
`
const inspectionOn = (day: string) => `Inspection of ${day}

Km 12.40 to 15.20: WMM compacted in two layers, density 98.6 % of the laboratory's.
Km 15.20 to 18.00: shoulder on the left side to be trimmed over 40 m; side drain runs back at km 16.4.
Km 18.20 to 18.90: poles of the 11 kV line still in the formation.
`

/** `validFor` is the number of days from today until the document expires, if it does. */
type Sample = [entity: DocumentEntity, name: string, content: string | Buffer, purpose: string, validFor?: number]

/** The text of a licence, policy or permit as a PDF: its title, details and last day. */
const paperOf = (title: string, lines: readonly string[], until: string) =>
  pdfOf([title, '', 'Demo Infra Pvt Ltd', ...lines, '', `Valid until ${until}`])

async function samplesOf(dayAt: DayAt): Promise<Sample[]> {
  const order = pdfOf([
    'Work order',
    '',
    'Executive Engineer, PWD Division, Hassan',
    dayAt(-271),
    '',
    'Widening of Arsikere-Banavara road, km 12.40 to 20.80',
    '',
    'To Demo Infra Pvt Ltd: your tender is accepted at 6.20 % below the estimate.',
    'The site is handed over. The work is to be completed within 12 months, the monsoon included.',
  ])
  const policy = pdfOf([
    'Motor policy',
    '',
    'Tipper KA-01-AB-2204, comprehensive',
    `From ${dayAt(-221)} to ${dayAt(143)}`,
  ])
  const ending = (
    entity: DocumentEntity,
    title: string,
    purpose: string,
    lines: readonly string[],
    validFor: number,
  ): Sample => [entity, `${title}.pdf`, paperOf(title, lines, dayAt(validFor)), purpose, validFor]
  return [
    ['CONTRACT', 'Work order.pdf', order, 'Work order'],
    ['CONTRACT', 'Rate analysis.csv', rates, 'Rates quoted'],
    ['PROJECT', 'Site before start.jpg', await sitePhoto('#9fc4e0'), 'Condition of the site'],
    ['PROJECT', 'Inspection notes.txt', inspectionOn(dayAt(-6)), 'Inspection'],
    ['VEHICLE', 'Tipper KA-01-AB-2204.jpg', await sitePhoto('#c9d6dd'), 'Registration'],
    ['VEHICLE_INSURANCE', 'Motor policy.pdf', policy, 'Policy', 143],
    ending('CONTRACT', 'Labour licence', 'Licence', ['Contract labour: 120 men at km 12.40 to 20.80'], 38),
    ending('CONTRACT', 'All risk policy', 'Insurance', ["Contractor's all risk, sum insured Rs 6,40,00,000"], 112),
    ending('CONTRACT', 'Compensation policy', 'Insurance', ["Employees' compensation, 140 men"], -4),
    ending('PROJECT', 'Blasting permit', 'Permit', ['Controlled blasting, km 18.20 to 18.90'], 17),
    ending('VEHICLE', 'Fitness KA-01-AB-2204', 'Fitness', ['Tipper KA-01-AB-2204'], 9),
    ['PAYMENT', 'Running bill 1.pdf', pdfOf(['Running bill 1', '', 'Net payable: Rs 12,34,567.00']), 'Running bill'],
  ]
}

async function arrive({ arrivals }: Storage, content: string | Buffer): Promise<ArrivedFile> {
  const bytes = Buffer.from(content)
  const path = join(arrivals, randomUUID())
  await writeFile(path, bytes, { mode: 0o600 })
  return { path, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** Stores a few documents of each kind, as uploads by the owner. */
export async function addSampleDocuments(
  door: Door,
  storage: Storage,
  { tenantId, owner, contractId, dayAt }: Furnished,
): Promise<void> {
  const inCompany = <T>(work: (db: Db) => Promise<T>) => door.inTenant(tenantId, owner, work)
  const projects = await inCompany((db) =>
    sql<{ id: string }>`select id from projects where contract_id = ${contractId}`.execute(db),
  )
  const projectId = projects.rows[0]?.id ?? tenantId
  const records: Partial<Record<DocumentEntity, string>> = { CONTRACT: contractId, PROJECT: projectId }
  const context: Storing = {
    stage: inCompany,
    settle: inCompany,
    caller: { tenantId, userId: owner, sessionId: tenantId },
    storage,
    once: (_, __, create) => create(),
  }
  for (const [entityType, name, content, purpose, validFor] of await samplesOf(dayAt)) {
    const files = [{ name, ...(await arrive(storage, content)) }]
    const order = { tenantId, entityType, entityId: records[entityType] ?? tenantId, purpose, files }
    const ids = await storeFiles(context, order)
    if (validFor !== undefined)
      await inCompany((db) =>
        sql`update documents set valid_until = ${dayAt(validFor)} where id = any (${ids}::uuid[])`.execute(db),
      )
  }
}
