import type { BillHead } from '@plinth/api/money/bill-engine/bill'
import type { AgreedHeadName, HeadSource, TaxPlace } from '@plinth/api/money/resolved-terms'
import { t } from '../../lib/language.ts'

const headOfLine: Readonly<Partial<Record<BillHead, AgreedHeadName>>> = {
  CGST: 'GST',
  SGST: 'GST',
  IGST: 'GST',
  WITHHELD: 'WITHHELD',
  RETENTION: 'RETENTION',
  ADVANCE_TAX: 'ADVANCE_TAX',
  IT_TDS: 'IT_TDS',
  GST_TDS_CENTRAL: 'GST_TDS',
  GST_TDS_STATE: 'GST_TDS',
  GST_TDS_INTEGRATED: 'GST_TDS',
  CESS: 'CESS',
}

/** The source of a line of the memorandum, if the agreement has a head for it. */
export const sourceOf = (line: BillHead, sources: readonly HeadSource[]): HeadSource | undefined =>
  sources.find(({ head }) => head === headOfLine[line])

/** Why these taxes follow from the places. */
export const placeTexts: Readonly<Record<TaxPlace, string>> = {
  SAME_STATE: t('Supplier and site are in the same State: central and State tax (IGST Act, s. 12(3)).'),
  OTHER_STATE: t('Supplier and site are in different States: integrated tax (IGST Act, s. 12(3)).'),
  SEZ: t('The client is a SEZ unit: integrated tax (IGST Act, s. 7(5)).'),
  SEZ_LUT: t('The client is a SEZ unit, supplied under an undertaking (LUT): no tax (IGST Act, s. 16(3)).'),
}

/** Why a head deducts nothing. */
export const exceptionTexts: Readonly<Record<NonNullable<HeadSource['exception']>, string>> = {
  CONTRACT_BELOW_LIMIT: t('nothing is deducted: the agreed value is not above the limit (CGST Act, s. 51).'),
  CLIENT_OF_ANOTHER_STATE: t(
    'nothing is deducted: supplier and site share a State that is not the client’s (CGST Act, s. 51).',
  ),
}
