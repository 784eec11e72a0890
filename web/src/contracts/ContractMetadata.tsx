import { ActionIcon, Button, Group, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { FieldGroup, ReadValue } from '../ui/FieldGroup.tsx'
import { useField } from '../ui/useField.ts'

interface Pair {
  key: string
  value: unknown
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
const pairsOf = (metadata: unknown): Pair[] => Object.entries(metadata ?? {}).map(([key, value]) => ({ key, value }))
const metadataOf = (pairs: Pair[]) => {
  const named = pairs.filter(({ key }) => key.trim() !== '')
  return named.length === 0 ? null : Object.fromEntries(named.map(({ key, value }) => [key.trim(), value]))
}

/** Rows outlive their place in the object while they are typed: two keys may be alike or empty for a moment. */
function usePairs(metadata: unknown, set: (value: unknown) => void) {
  const [pairs, setPairs] = useState(() => pairsOf(metadata))
  const [told, setTold] = useState(metadata)
  if (told !== metadata) {
    setTold(metadata)
    setPairs(pairsOf(metadata))
  }
  function change(next: Pair[]) {
    const value = metadataOf(next)
    setPairs(next)
    setTold(value)
    set(value)
  }
  return { pairs, change }
}

export function ContractMetadata() {
  const { mode, value, set, input } = useField('contractMetadata', 'Further details')
  const { pairs, change } = usePairs(value, set)
  const put = (at: number, pair: Partial<Pair>) =>
    change(pairs.map((before, index) => (index === at ? { ...before, ...pair } : before)))
  if (mode === 'view')
    return pairs.length === 0 ? null : (
      <FieldGroup title="Further details">
        {pairs.map((pair) => (
          <ReadValue key={pair.key} label={pair.key}>
            {textOf(pair.value)}
          </ReadValue>
        ))}
      </FieldGroup>
    )
  return (
    <FieldGroup title="Further details">
      {pairs.map((pair, at) => (
        <Group key={at} data-wide gap="xs" align="flex-end" wrap="nowrap">
          <TextInput
            label="Name"
            flex={1}
            value={pair.key}
            error={
              pairs.findIndex(({ key }) => key === pair.key) < at && pair.key !== '' && 'This name is already used'
            }
            onChange={(event) => put(at, { key: event.currentTarget.value })}
          />
          <TextInput
            label="Value"
            flex={2}
            value={textOf(pair.value)}
            onChange={(event) => put(at, { value: event.currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="input-sm"
            aria-label={`Remove ${pair.key || 'this detail'}`}
            onClick={() => change(pairs.filter((_, index) => index !== at))}
          >
            <IconTrash size={17} />
          </ActionIcon>
        </Group>
      ))}
      <div data-wide>
        <Button
          id={input.id}
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          onClick={() => change([...pairs, { key: '', value: '' }])}
        >
          Add a detail
        </Button>
      </div>
    </FieldGroup>
  )
}
