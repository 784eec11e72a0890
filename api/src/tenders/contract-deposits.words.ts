import type { WordsOf } from '../kernel/words.ts'
import type * as contractDeposits from './contract-deposits.ts'

export const contractDepositsWords: WordsOf<typeof contractDeposits> = {
  examples: {
    totalDeposit: 1,
    totalAmount: 485_000,
  },
  records: {
    contractDeposit: {
      description: 'A contract with the sums of its deposits.',
    },
  },
  calls: {
    exportContractDeposits: {
      examples: { columns: [{ field: 'contractName', label: 'Contract name' }] },
    },
  },
}
