import type { AgreementQuickFilter } from '@plinth/api/money/agreements'
import { sql } from 'kysely'
import type { QuickRules } from '../../kernel/records/quick-filters.ts'

export const agreementQuickRules: QuickRules<AgreementQuickFilter> = {
  RECEIVABLE: sql`(agreements.direction = 'RECEIVABLE')`,
  PAYABLE: sql`(agreements.direction = 'PAYABLE')`,
  DRAFTS: sql`(agreements.status = 'DRAFT')`,
  LATE: sql`(agreements.status in ('ACTIVE', 'SUSPENDED') and agreements.ends_on < app.today())`,
}
