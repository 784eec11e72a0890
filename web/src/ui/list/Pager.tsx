import { Button, Group, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { maxPageSize } from '@plinth/api/kernel/paging'
import { useId, useState } from 'react'
import { t } from '../../lib/language.ts'
import { pageSize } from '../../lib/list-address.ts'

interface Paged {
  page: number
  size: number
  pages: number
  total: number
  counted: boolean
  goTo: (page: number) => void
  resize: (size: number) => void
}

function PageSize({ size, resize }: Pick<Paged, 'size' | 'resize'>) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const commit = (text: string) => {
    setTyped(null)
    if (pageSize(Number(text)) !== size) resize(pageSize(Number(text)))
  }
  const commitSoon = useDebouncedCallback(commit, 600)
  return (
    <Group gap="xs" wrap="nowrap">
      <Text component="label" htmlFor={id} size="sm">
        {t('Page size')}
      </Text>
      <TextInput
        id={id}
        type="number"
        min={1}
        max={maxPageSize}
        w="4.5rem"
        size="xs"
        value={typed ?? String(size)}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          if (value === '') commitSoon.cancel()
          else commitSoon(value)
        }}
        onBlur={() => typed !== null && commit(typed)}
        onKeyDown={({ key }) => key === 'Enter' && typed !== null && commit(typed)}
      />
    </Group>
  )
}

/** The page number and the number of pages. Until the total is known, a loading text without figures. */
export function Pager({ list: { page, size, pages, total, counted, goTo, resize } }: { list: Paged }) {
  return (
    <Group mt="sm" justify="space-between" gap="sm">
      <Text size="sm" className="tabular" role="status">
        {counted
          ? t('Showing page {page} of {pages} — {total} total records', { page: page + 1, pages, total })
          : t('Loading…')}
      </Text>
      <Group gap="xs" data-screen-only>
        <PageSize size={size} resize={resize} />
        <Button variant="default" size="xs" disabled={page === 0} onClick={() => goTo(page - 1)}>
          {t('Prev')}
        </Button>
        <Button variant="default" size="xs" disabled={!counted || page + 1 >= pages} onClick={() => goTo(page + 1)}>
          {t('Next')}
        </Button>
      </Group>
    </Group>
  )
}
