import { getDepositRelease } from '@plinth/api/deposits/deposit-releases'
import type { Deposit } from '@plinth/api/deposits/deposits'
import { useRecord } from '../../lib/useRecord.ts'

export const useDepositRelease = ({ id: depositId, contractId }: Pick<Deposit, 'id' | 'contractId'>) =>
  useRecord(getDepositRelease, { params: { contractId, depositId } })
