import { Skeleton } from '@mantine/core'

/** Stands beside a list until what is shown of its record has come: its head, then its facts. */
export const PanelWaiting = () => (
  <div aria-hidden>
    <Skeleton height={22} mb="sm" />
    <Skeleton height={92} mb="sm" />
    <Skeleton height={36} mb="md" />
    <Skeleton height={210} />
  </div>
)
