import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core'
import { contractLabels } from '@plinth/api/tenders/contracts'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { dash } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { FieldGroup, ReadValue } from '../../ui/form/FieldGroup.tsx'
import { useField } from '../../ui/form/FieldState.tsx'

interface Pair {
  key: string
  /** The typed text. It may differ from the text of the value: 1.0 on the way to 1.05. */
  text: string
  value: unknown
  /** Whether the value was not a text at first. It keeps its kind as long as the typed text can be parsed. */
  structured: boolean
}

const name = 'contractMetadata'
const title = translated(contractLabels[name])
const nothing = t('No further details.')
const faultId = `${name}-fault`
const faulty = 'need a name each, and no name twice'

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
const isText = (value: unknown) => typeof value === 'string'
const pairsOf = (metadata: unknown): Pair[] =>
  Object.entries(metadata ?? {}).map(([key, value]) => ({
    key,
    text: textOf(value),
    value,
    structured: !isText(value),
  }))
const metadataOf = (pairs: Pair[]) => {
  const named = pairs.filter(({ key }) => key.trim() !== '')
  return named.length === 0 ? null : Object.fromEntries(named.map(({ key, value }) => [key.trim(), value]))
}

const listed = (metadata: unknown) =>
  pairsOf(metadata)
    .map(({ key, text }) => `${key}: ${text}`)
    .toSorted()
    .join('\n')

function readAs({ structured }: Pair, typed: string): unknown {
  if (!structured) return typed
  try {
    return JSON.parse(typed)
  } catch {
    return typed
  }
}

/** The error in the name of one pair. */
function nameFault(pairs: Pair[], at: number): string | undefined {
  const key = pairs[at]?.key.trim() ?? ''
  if (key === '') return pairs[at]?.text === '' ? undefined : t('A name is required')
  return pairs.findIndex((pair) => pair.key.trim() === key) < at ? t('This name is already used') : undefined
}

/**
 * The rows while they are edited. They cannot be the object itself, because two names may be equal or empty for a
 * moment.
 */
function usePairs() {
  const [fault, setFault] = useState<string>()
  const check = useCallback(() => fault, [fault])
  const { mode, value, set, input } = useField(name, title, { textOf: listed, check })
  const [pairs, setPairs] = useState(() => pairsOf(value))
  // The form holds a copy of the value, so it is compared by content.
  const serialized = JSON.stringify(value ?? null)
  const [synced, setSynced] = useState(serialized)
  if (synced !== serialized) {
    setSynced(serialized)
    setPairs(pairsOf(value))
    setFault(undefined)
  }
  function change(next: Pair[]) {
    const metadata = metadataOf(next)
    const isFaulty = next.some((_, at) => nameFault(next, at))
    setPairs(next)
    setSynced(JSON.stringify(metadata))
    setFault(isFaulty ? faulty : undefined)
    set(metadata)
  }
  return { mode, input, pairs, change }
}

/** Pairs of a name and a value, for details that no field of a contract is for. */
export function ContractMetadata() {
  const { mode, input, pairs, change } = usePairs()
  const { id, ref, error } = input
  if (mode === 'view')
    return (
      <FieldGroup title={title}>
        {pairs.length === 0 && <ReadValue label={title}>{nothing}</ReadValue>}
        {pairs.map((pair) => (
          <ReadValue key={pair.key} label={pair.key}>
            {pair.text || dash}
          </ReadValue>
        ))}
      </FieldGroup>
    )
  return (
    <FieldGroup title={title}>
      {pairs.length === 0 && (
        <Text data-wide size="sm" c="dimmed">
          {t('No further details. Add one for what none of the fields above is for.')}
        </Text>
      )}
      {pairs.map((pair, at) => (
        <PairRow
          key={at}
          pair={pair}
          fault={nameFault(pairs, at)}
          onChange={(part) => change(pairs.map((before, index) => (index === at ? { ...before, ...part } : before)))}
          onRemove={() => change(pairs.filter((_, index) => index !== at))}
        />
      ))}
      {error && (
        <Text data-wide id={faultId} size="xs" c="var(--mantine-color-error)">
          {error}
        </Text>
      )}
      <div data-wide>
        <Button
          id={id}
          ref={ref}
          {...(error && { 'aria-describedby': faultId })}
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          onClick={() => change([...pairs, { key: '', text: '', value: '', structured: false }])}
        >
          {t('Add a detail')}
        </Button>
      </div>
    </FieldGroup>
  )
}

interface Row {
  pair: Pair
  fault: string | undefined
  onChange: (part: Partial<Pair>) => void
  onRemove: () => void
}

function PairRow({ pair, fault, onChange, onRemove }: Row) {
  const lost = pair.structured && isText(pair.value)
  return (
    <Group data-wide gap="xs" align="flex-start" wrap="nowrap">
      <TextInput
        label={t('Name')}
        flex={1}
        value={pair.key}
        error={fault}
        onChange={(event) => onChange({ key: event.currentTarget.value })}
      />
      <TextInput
        label={t('Value')}
        flex={2}
        value={pair.text}
        description={lost && t('Was no text before, and is saved as one')}
        onChange={({ currentTarget: { value } }) => onChange({ text: value, value: readAs(pair, value) })}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="input-sm"
        mt="1.3rem"
        aria-label={pair.key ? t('Remove {name}', { name: pair.key }) : t('Remove this detail')}
        onClick={onRemove}
      >
        <IconTrash size={17} />
      </ActionIcon>
    </Group>
  )
}
