import { pick } from '../../sample-values.ts'
import type { Instrument } from './stories.sample.ts'

/** A bank of the sample company. */
interface Bank {
  name: string
  /** The first four letters of its IFSC. */
  code: string
  branch: string
  account: string
  address: string
}

export const banks: readonly Bank[] = [
  {
    name: 'State Bank of India',
    code: 'SBIN',
    branch: '40412',
    account: '38671204519',
    address: 'State Bank of India, SME Branch, B.M. Road, Hassan 573201',
  },
  {
    name: 'Canara Bank',
    code: 'CNRB',
    branch: '0524',
    account: '0524201003318',
    address: 'Canara Bank, Town Hall Branch, J.C. Road, Bengaluru 560002',
  },
  {
    name: 'HDFC Bank',
    code: 'HDFC',
    branch: '1837',
    account: '50200047716320',
    address: 'HDFC Bank, Sampige Road, Bengaluru 560003',
  },
  {
    name: 'Union Bank of India',
    code: 'UBIN',
    branch: '90281',
    account: '902811010050467',
    address: 'Union Bank of India, Race Course Road, Hassan 573201',
  },
]

const digits = (number: number, width: number) => String(number).padStart(width, '0')
const dayOfYear = (day: string) => (Date.parse(day) - Date.parse(`${day.slice(0, 4)}-01-01`)) / 86_400_000 + 1

/** The bank's number: a draft has six digits, a guarantee names its branch, a transfer its day. */
export function instrumentNo(instrument: Instrument, { code, branch }: Bank, day: string, serial: number): string {
  const year = day.slice(2, 4)
  const scattered = (serial * 7919 + 104_729) % 1_000_000
  if (instrument === 'DD') return `DD ${digits(scattered, 6)}`
  if (instrument === 'BG') return `${branch}BG${year}${digits(scattered % 100_000, 5)}`
  if (instrument === 'FDR') return `FDR 3${digits(scattered, 6)}${digits((serial * 613) % 10_000, 4)}`
  if (instrument === 'NEFT') return `${code}N${year}${digits(dayOfYear(day), 3)}${digits(scattered, 6)}`
  if (instrument === 'RTGS') return `${code}R5${day.replaceAll('-', '')}${digits(scattered, 8)}`
  return `SD/RA-1 to RA-${2 + (serial % 4)}/${digits(scattered % 1000, 3)}`
}

/** Small EMD is given by draft or transfer, larger EMD by fixed deposit or guarantee; nobody locks up cash for the largest. */
export function instrumentOf(kind: string, amount: number, serial: number): Instrument {
  if (kind === 'Security deposit') return 'recovery'
  if (kind !== 'EMD') return amount < 1_000_000 ? 'FDR' : 'BG'
  if (amount > 4_000_000) return 'BG'
  return amount > 1_000_000
    ? pick(['RTGS', 'FDR', 'BG'] as const, Math.floor(serial / 3))
    : pick(['DD', 'FDR', 'DD', 'NEFT'] as const, Math.floor(serial / 3))
}
