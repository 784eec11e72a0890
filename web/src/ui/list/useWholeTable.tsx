import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { t } from '../../lib/language.ts'
import table from './FigureTable.module.css'

/**
 * For a table of figures whose rows are cards on a phone: there the `data-further` cells are shown on demand. `toggle` goes before the
 * table, which takes `props`.
 */
export function useWholeTable() {
  const [isWhole, setWhole] = useState(false)
  const id = useId()
  const toggle = (
    <Button
      variant="subtle"
      size="compact-sm"
      className={table['whole'] ?? ''}
      aria-expanded={isWhole}
      aria-controls={id}
      onClick={() => setWhole(!isWhole)}
    >
      {isWhole ? t('Show since alone') : t('Show up to date and previous too')}
    </Button>
  )
  return { toggle, props: { id, 'data-whole': isWhole || undefined } }
}
