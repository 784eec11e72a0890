import { partyInput } from '@plinth/api/money/parties'
import type * as z from 'zod/mini'
import { actAs, type Db } from '../../kernel/db/tenancy.ts'
import type { DayAt } from '../../sample-values.ts'
import { confirmBank, create, createBank } from './parties.queries.ts'

/** Three departments, which deduct tax at source under a TAN. Offices name them. */
const clients = [
  {
    legalName: 'Karnataka Public Works Department',
    tan: 'BLRK01234B',
    gstins: [{ gstin: '29BLRK01234B1DB' }],
    address: 'K.R. Circle, Dr. Ambedkar Veedhi',
    place: 'Bengaluru',
    pin: '560001',
  },
  {
    legalName: 'Central Public Works Department',
    tan: 'BLRC04417A',
    gstins: [{ gstin: '29BLRC04417A1DN' }],
    address: 'Kendriya Sadan, Koramangala',
    place: 'Bengaluru',
    pin: '560034',
  },
  {
    legalName: 'Cauvery Neeravari Nigam',
    tan: 'BLRC02291C',
    gstins: [{ gstin: '29BLRC02291C1DF' }],
    address: 'Surface Water Data Centre, Ananda Rao Circle',
    place: 'Bengaluru',
    pin: '560009',
  },
].map((client) => ({ ...client, kinds: ['CLIENT'], gstTreatment: 'DEDUCTOR', state: '29' }))

const hassanAddress = { state: '29', place: 'Hassan', pin: '573201' }

interface Account {
  accountNo: string
  ifsc: string
  holder: string
  isVerified: boolean
}

/** A party body without its account, with `msmeFrom` in days from the day of the sample. */
type OtherParty = Omit<z.input<typeof partyInput>, 'msmeFrom'> & { msmeFrom?: number; account?: Account }

/** Suppliers and subcontractors of the sites, some with an account; `isVerified` says whether a second user has verified it. */
const others: OtherParty[] = [
  {
    kinds: ['VENDOR'],
    legalName: 'Malnad Steel Traders',
    gstTreatment: 'REGULAR',
    gstins: [{ gstin: '29AAJFM5506C1ZE' }],
    ...hassanAddress,
    address: 'B.M. Road',
    phone: '08172-268402',
    agreedDays: 30,
    comment: 'Fe 500D of the mills in Bellary; test certificates with every load.',
    account: { accountNo: '50200041288137', ifsc: 'HDFC0000412', holder: 'Malnad Steel Traders', isVerified: true },
  },
  {
    kinds: ['VENDOR', 'HIRER'],
    legalName: 'Hemavathi Stone Crushers',
    tradeName: 'Hemavathi Crushers',
    gstTreatment: 'REGULAR',
    gstins: [{ gstin: '29AAJFH4471M1ZS' }],
    msme: 'SMALL',
    udyamNo: 'UDYAM-KR-12-0004471',
    msmeFrom: -2_264,
    ...hassanAddress,
    address: 'Survey no. 118, Shantigrama',
    pin: '573220',
    phone: '08172-284114',
    agreedDays: 45,
    comment: 'Small enterprise: what is not paid within 45 days is no expense of the year.',
  },
  {
    kinds: ['SUBCONTRACTOR'],
    legalName: 'Nagaraja B.',
    tradeName: 'Sri Manjunatha Earthmovers',
    gstTreatment: 'REGULAR',
    gstins: [{ gstin: '29BQEPN7730H1ZJ' }],
    msme: 'MICRO',
    udyamNo: 'UDYAM-KR-12-0017730',
    msmeFrom: -2_095,
    ...hassanAddress,
    place: 'Sakleshpura',
    pin: '573134',
    phone: '94480-17730',
    agreedDays: 15,
    comment: 'Earthwork of the State highway and of the storm water drain.',
    account: { accountNo: '37041177302', ifsc: 'SBIN0040412', holder: 'Nagaraja B.', isVerified: false },
  },
  {
    kinds: ['SUBCONTRACTOR'],
    legalName: 'Deccan Formwork and Scaffolding Private Limited',
    tradeName: 'Deccan Formwork',
    gstTreatment: 'REGULAR',
    gstins: [{ gstin: '29AADCD3318N1ZE' }],
    state: '29',
    address: '2nd Cross, Peenya Industrial Area',
    place: 'Bengaluru',
    pin: '560058',
    email: 'accounts@deccanformwork.example',
    phone: '080-28391147',
    agreedDays: 30,
    comment: 'Shuttering and steel fixing of the river bridge.',
  },
  {
    kinds: ['SUBCONTRACTOR', 'LABOUR_CONTRACTOR'],
    legalName: 'Shivanna K.',
    pan: 'AKLPS2219Q',
    ...hassanAddress,
    phone: '99005-22190',
    comment: 'Masons and helpers for the school building, by the week.',
  },
  {
    kinds: ['TRANSPORTER'],
    legalName: 'Sakleshpura Goods Carriers',
    gstTreatment: 'COMPOSITION',
    gstins: [{ gstin: '29ABCFS4471M1ZM' }],
    ...hassanAddress,
    place: 'Sakleshpura',
    pin: '573134',
    phone: '08173-244702',
    agreedDays: 15,
  },
]

/** Adds the parties of the sample company: the departments that are its clients, and the suppliers and subcontractors of its sites. */
export async function addSampleParties(
  db: Db,
  { owner, accounts }: { owner: string; accounts: string },
  dayAt: DayAt,
): Promise<void> {
  await actAs(db, accounts)
  for (const client of clients) await create(db, partyInput.parse(client))
  for (const { account, msmeFrom, ...party } of others) {
    const since = msmeFrom === undefined ? null : dayAt(msmeFrom)
    const { id } = await create(db, partyInput.parse({ ...party, msmeFrom: since }))
    if (!account) continue
    const { isVerified, ...entered } = account
    const { banks } = await createBank(db, id, entered)
    await actAs(db, owner)
    for (const bank of isVerified ? banks : [])
      await confirmBank(db, { id, bankId: bank.id }, { digest: bank.digest ?? '' })
    await actAs(db, accounts)
  }
  await actAs(db, owner)
}
