import { Button, Menu } from '@mantine/core'
import { type LetterKind, letterFields } from '@plinth/api/documents/letter-fields'
import { IconChevronDown } from '@tabler/icons-react'
import { t, translated } from '../../lib/language.ts'
import classes from './WordsField.module.css'

interface Props {
  /** Of the letter: each kind has its own fields. */
  kind: LetterKind
  /** Of the text that a field is put into. */
  label: string
  /** Whether the table of deposits has a place in it. */
  hasTable: boolean
  onChoose: (field: string) => void
}

/** What a letter is filled in with, to be put where the cursor is. */
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
        {offered.map(([name, told]) => (
          <Menu.Item key={name} className={classes['field'] ?? ''} onClick={() => onChoose(name)}>
            <span>
              {translated(told)} <code>{`{${name}}`}</code>
            </span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
