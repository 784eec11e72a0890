import { Skeleton } from '@mantine/core'
import type { AddedSides } from '../../tenders/contracts/added-sides.ts'
import { lazyPart } from '../../ui/shell/Part.tsx'

export const sides: Partial<AddedSides> = {
  // Loaded lazily: only tenders have it, and only people who may see bank limits.
  BidCheck: lazyPart(() => import('./BidCheck.tsx'), 'BidCheck', { waiting: <Skeleton height={310} mb="sm" /> }),
}
