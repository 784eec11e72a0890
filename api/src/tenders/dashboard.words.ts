import type { WordsOf } from '../kernel/words.ts'
import type * as dashboard from './dashboard.ts'

export const dashboardWords: WordsOf<typeof dashboard> = {
  examples: {
    total_security_deposit: 485_000,
    total_refunded: 0,
    pending_refund: 485_000,
    refund_initiated: 0,
    average_refund_days: 64,
    paper_cost_rejected: 0,
    paper_cost_awarded: 11_800,
    paper_cost_pre_project: 0,
    refunded_completed_project: 0,
    pre_project_deposit: 485_000,
    unawarded_projects_deposit: 0,
    terminated_projects_deposit: 0,
    dispute_projects_deposit: 0,
    total_open: 485_000,
    total_lost: 0,
  },
  records: {
    kpis: {
      descriptions: {
        average_refund_days:
          'the average number of days from submission to return; null if no returned deposit has both days',
      },
      examples: {
        paper_cost_by_contract_type: [{ key: 'Item rate', value: 11_800 }],
        deposit_by_type: [{ key: 'EMD', value: 485_000 }],
      },
    },
  },
  calls: {
    getKpis: {
      body: {},
    },
  },
}
