import { Button, type ButtonProps } from '@mantine/core'
import { decimal } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'

interface Props extends ButtonProps {
  /** How many are not shown yet. */
  left: number
  onClick: () => void
}

/** A button that shows all of a list; nothing if all are shown. */
export const ShowMore = ({ left, ...props }: Props) =>
  left > 0 && (
    <Button variant="subtle" size="compact-sm" {...props}>
      {t('Show {count} more', { count: decimal(left) })}
    </Button>
  )
