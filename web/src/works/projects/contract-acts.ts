import type { AddedActs } from '../../tenders/contracts/added-acts.ts'
import { lazyPart } from '../../ui/shell/Part.tsx'

export const acts: Partial<AddedActs> = {
  CreateProject: lazyPart(() => import('./CreateProject.tsx'), 'CreateProject'),
}
