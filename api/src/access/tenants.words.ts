import type { WordsOf } from '../kernel/words.ts'
import type * as tenants from './tenants.ts'

export const tenantsWords: WordsOf<typeof tenants> = {
  parameters: {
    id: 'The id of the company.',
  },
  examples: {
    contactEmail: 'tenders@demo.example',
    whatsAppNo: '+919812345678',
    subdomain: 'demo-infra',
    schemaName: 'demo_infra',
    timeZone: 'Asia/Kolkata',
    requiresSecondFactor: false,
  },
  records: {
    tenant: {
      examples: { name: 'Demo Infra', status: 'ACTIVE', comment: 'Works in Tumakuru and Mandya' },
    },
    ownCompanyInput: {
      examples: { name: 'Demo Infra' },
    },
  },
  calls: {
    searchTenants: {
      examples: { name: 'Demo Infra', status: 'ACTIVE' },
    },
    filterTenants: {
      examples: { status: ['ACTIVE'] },
    },
    exportTenants: {
      examples: { status: ['ACTIVE'], columns: [{ field: 'name', label: 'Name' }] },
    },
  },
}
