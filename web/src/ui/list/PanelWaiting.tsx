import { Skeleton } from '@mantine/core'

/** A placeholder for a record's head and facts beside a list while they load. */
export const PanelWaiting = () => (
  <div aria-hidden>
    <Skeleton height={22} mb="sm" />
    <Skeleton height={92} mb="sm" />
    <Skeleton height={36} mb="md" />
    <Skeleton height={210} />
  </div>
)
