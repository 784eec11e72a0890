import { Button, Group, Stack, Text } from '@mantine/core'
import { listSharingRoles } from '@plinth/api/platform/list-settings'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../lib/call.ts'
import { CallError, reasonOf } from '../../lib/call-error.ts'
import { t } from '../../lib/language.ts'
import { endpointKey } from '../../lib/query-client.ts'
import type { UsedListSettings } from '../../lib/useListSettings.ts'
import { FocusInside } from '../shell/FocusInside.tsx'
import classes from './DataList.module.css'
import boxes from './DataTable.module.css'

interface Props {
  view: UsedListSettings['views'][number]
  settings: UsedListSettings
  onDone: () => void
}

/** Chooses the roles that a view is shared with. */
export function ShareView({ view: { id, name, roleIds }, settings, onDone }: Props) {
  const params = { list: settings.list }
  const roles = useQuery({
    queryKey: endpointKey(listSharingRoles, { params }),
    queryFn: ({ signal }) => call(listSharingRoles, { params }, { signal }),
  })
  const [chosen, setChosen] = useState<string[]>(roleIds)
  const [fault, setFault] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  async function share(event: FormEvent) {
    event.preventDefault()
    setSending(true)
    try {
      await settings.shareView(id, chosen)
      onDone()
    } catch (error) {
      setFault(error instanceof CallError ? (reasonOf(error) ?? t('Failed')) : t('Failed'))
      setSending(false)
    }
  }
  return (
    <FocusInside key={String(roles.isSuccess)}>
      <Stack component="form" gap="xs" className={classes['sharing']} onSubmit={share}>
        <fieldset className={classes['roles']}>
          <legend>{t('Share {name} with', { name })}</legend>
          {roles.data?.map((role) => (
            <label key={role.id}>
              <input
                type="checkbox"
                className={boxes['box']}
                checked={chosen.includes(role.id)}
                onChange={({ currentTarget: { checked } }) =>
                  setChosen(checked ? [...chosen, role.id] : chosen.filter((other) => other !== role.id))
                }
              />
              {role.name}
            </label>
          ))}
          {roles.data?.length === 0 && t('You hold no role to share it with.')}
        </fieldset>
        {(fault !== null || roles.isError) && (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {fault ?? t('Failed to fetch')}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {t('Whoever has one of these roles sees the view. It gives nobody a permission.')}
        </Text>
        <Group gap="xs">
          <Button size="xs" type="submit" loading={isSending} disabled={!roles.data}>
            {t('Share')}
          </Button>
          <Button size="xs" variant="default" onClick={onDone}>
            {t('Cancel')}
          </Button>
        </Group>
      </Stack>
    </FocusInside>
  )
}
