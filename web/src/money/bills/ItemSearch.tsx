import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { t } from '../../lib/language.ts'

interface Props {
  text: string
  onSeek: (text: string) => void
  /** Replaces the effect of Enter, which would submit a form. */
  onEnter?: () => void
}

/** Searches the items of a bill. */
export const ItemSearch = ({ text, onSeek, onEnter }: Props) => (
  <TextInput
    type="search"
    aria-label={t('Search these items')}
    placeholder={t('Number or words of the description')}
    maxLength={200}
    leftSection={<IconSearch size={16} aria-hidden />}
    leftSectionPointerEvents="none"
    value={text}
    onChange={({ currentTarget }) => onSeek(currentTarget.value)}
    onKeyDown={(event) => {
      if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
      event.preventDefault()
      onEnter?.()
    }}
  />
)
