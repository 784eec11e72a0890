import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'
import { t } from '../../lib/language.ts'
import { ShowMore } from '../shell/ShowMore.tsx'
import classes from './RowGroups.module.css'
import type { FurtherPages } from './useFurtherPages.ts'

interface Props {
  /** Gets the focus when further rows are shown. */
  place: Ref<HTMLDivElement>
  found: Pick<FurtherPages<unknown>, 'isFetching' | 'isFetchingMore' | 'more' | 'fetchMore'>
  children: ReactNode
}

/** Groups of rows, with a button for further pages. The classes of what a row has are in the stylesheet. */
export function RowGroups({ place, found, children }: Props) {
  return (
    <div ref={place} tabIndex={-1} className={classes['groups']} aria-busy={found.isFetching}>
      {children}
      <ShowMore
        left={found.more}
        variant="default"
        size="sm"
        className={classes['more'] ?? ''}
        loading={found.isFetchingMore}
        onClick={() => void found.fetchMore()}
        data-screen-only
      />
    </div>
  )
}

interface GroupProps {
  /** Empty for a group without a heading. */
  title: string
  note?: string | undefined
  isLate?: boolean
  children: ReactNode
}

/** Rows under a heading; on a phone each row is a card. */
export function RowGroup({ title, note, isLate, children }: GroupProps) {
  return (
    <section aria-label={title || undefined} className={classes['group']}>
      {title && (
        <h2 data-late={isLate || undefined}>
          {title}
          {note && <span className="hint tabular">{note}</span>}
        </h2>
      )}
      <ul>{children}</ul>
    </section>
  )
}

/** Marks what must not be missed. */
export const Critical = () => (
  <span className={classes['critical']}>
    <IconAlertTriangle size={14} aria-hidden />
    {t('Critical')}
  </span>
)
