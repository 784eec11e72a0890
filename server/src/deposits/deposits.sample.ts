import { depositInput, depositStatuses } from '@plinth/api/deposits'
import type { Db } from '../kernel/tenancy.ts'
import { dayAt, pick } from '../sample-values.ts'
import { create } from './deposits.queries.ts'

const banks = ['State Bank of India', 'Canara Bank', 'HDFC Bank', 'Union Bank of India'] as const
const depositTypes = ['EMD', 'Performance security', 'Security deposit', 'Additional performance security'] as const

function depositAt(index: number, estimate: number) {
  const status = pick(depositStatuses, index)
  const isBack = ['RETURNED', 'RELEASED', 'REFUNDED'].includes(status)
  const bank = pick(banks, index)
  return depositInput.parse({
    depositType: pick(depositTypes, Math.floor(index / 2)),
    instrumentNo: `${pick(['DD', 'FDR', 'BG', 'NEFT'], index)}${String(440_210 + index * 17)}`,
    amount: Math.round(estimate * pick([0.02, 0.05, 0.025, 0.03], Math.floor(index / 2))),
    depositCreatedDate: dayAt(index * 3),
    depositSubmitedDate: dayAt(index * 3 + 4),
    ...(isBack && { depositeReturnedDate: dayAt(index * 3 + 74), depositTransferedOwnAcDate: dayAt(index * 3 + 78) }),
    bankName: bank,
    bankAccountNo: String(30_200_100_000 + index * 131),
    accountHolderName: 'Demo Infra Pvt Ltd',
    bankAddress: `${bank}, M G Road, Bengaluru`,
    status,
  })
}

/** None, one or two deposits of one of the sample's contracts, which is estimated at so many rupees. */
export async function addSampleDeposits(db: Db, index: number, contractId: string, estimate: number): Promise<void> {
  for (let place = 0; place < index % 3; place += 1)
    await create(db, contractId, depositAt(index * 2 + place, estimate))
}
