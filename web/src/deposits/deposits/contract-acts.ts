import type { AddedActs } from '../../tenders/contracts/added-acts.ts'
import { lazyDialog } from '../../ui/shell/Part.tsx'

export const acts: Partial<AddedActs> = {
  RecordDeposit: lazyDialog(() => import('./RecordDeposit.tsx'), 'RecordDeposit'),
}
