import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../lib/language.ts'
import type { FilterValues, LinkFilter, LeftOut as Parts } from '../../lib/list-address.ts'
import classes from './Filters.module.css'
import { FiltersInWords } from './FiltersInWords.tsx'

/** The labels of the parts of an address that are not filters. */
const partLabels: Record<string, string> = {
  sort: t('Sort'),
  direction: t('Direction'),
  page: t('Page'),
  size: t('Page size'),
  view: t('View'),
  open: t('Record'),
  tenantId: t('Tenant'),
}

interface Props {
  list: { leftOut: Parts; forget: () => void; filters: FilterValues; linkFilters: readonly LinkFilter[] }
  /** The filters of the list, which have the labels. */
  children?: ReactNode
}

/** A notice about the values of the address that the list cannot use. */
export function LeftOut({ list: { leftOut, forget, filters, linkFilters }, children }: Props) {
  const linkLabels = linkFilters.map(({ name, label }) => [name, label])
  const labels: Record<string, string> = { ...partLabels, ...Object.fromEntries(linkLabels) }
  const isField = ([name]: [string, unknown]) => name in filters && !(name in labels)
  const parts = Object.entries(leftOut)
  return (
    <Alert
      variant="default"
      mb="sm"
      role="status"
      data-screen-only
      title={t('The address says what this list does not know. Left out:')}
      withCloseButton
      closeButtonLabel={t('Dismiss')}
      onClose={forget}
    >
      <FiltersInWords list={{ filters: Object.fromEntries(parts.filter(isField)) as FilterValues }} asWritten>
        {children}
      </FiltersInWords>
      <ul className={classes['words']}>
        {parts
          .filter((part) => !isField(part))
          .map(([name, texts]) => (
            <li key={name}>
              {labels[name] ?? name}: <b>{texts.join(', ')}</b>
            </li>
          ))}
      </ul>
    </Alert>
  )
}
