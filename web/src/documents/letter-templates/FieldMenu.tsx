import { Button, Menu } from '@mantine/core'
import { type LetterKind, letterFields } from '@plinth/api/documents/letter-fields'
import { IconChevronDown } from '@tabler/icons-react'
import { t, translated } from '../../lib/language.ts'
import classes from './WordsField.module.css'

interface Props {
  /** The kind of letter; each kind has its own fields. */
  kind: LetterKind
  /** The label of the text that a field is inserted into. */
  label: string
  /** Whether the text may hold the table of deposits. */
  hasTable: boolean
  onChoose: (field: string) => void
}

/** The menu of fields, which inserts one at the cursor. */
export function FieldMenu({ kind, label, hasTable, onChoose }: Props) {
  const offered = Object.entries(letterFields[kind]).filter(([name]) => hasTable || name !== 'deposits')
  return (
    <Menu position="bottom-start" withinPortal returnFocus={false} width={320}>
      <Menu.Target>
        <Button
          variant="default"
          size="compact-sm"
          mt={4}
          className={classes['open'] ?? ''}
          aria-label={t('Insert a field into {label}', { label })}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {t('Insert a field')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes['fields'] ?? ''}>
        {offered.map(([name, description]) => (
          <Menu.Item key={name} className={classes['field'] ?? ''} onClick={() => onChoose(name)}>
            <span>
              {translated(description)} <code>{`{${name}}`}</code>
            </span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
