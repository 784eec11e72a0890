import type { WordsOf } from '../kernel/words.ts'
import type * as auditTrail from './audit-trail.ts'

export const auditTrailWords: WordsOf<typeof auditTrail> = {
  examples: {
    actorId: '019a3c5f-2c88-7be0-a6d5-0f1e2d3c4b31',
    actorName: 'Asha Rao',
    recordType: 'contracts',
    recordName: 'Widening and strengthening of Tumakuru ring road',
    changes: { status: ['SUBMITTED', 'AWARDED'] },
    names: {},
    digest: '5d41402abc4b2a76b9719d911017c592ae5d41402abc4b2a76b9719d911017c5',
  },
  records: {
    auditEntry: {
      examples: { address: '203.0.113.24' },
    },
  },
  calls: {
    exportAuditTrail: {
      examples: { columns: [{ field: 'recordName', label: 'Record' }] },
    },
    getAuditProof: {
      examples: {
        newest: {
          number: 12,
          digest: '5d41402abc4b2a76b9719d911017c592ae5d41402abc4b2a76b9719d911017c5',
          madeAt: '2026-06-15T06:30:00Z',
        },
      },
    },
  },
}
