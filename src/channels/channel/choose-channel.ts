// Each institution's ACTIVE connection names the type of its core and its deadline.

import { type Directory, type Institution, takesOrders } from '../../administration/institutions/directory.ts'
import { unavailable } from '../../platform/kernel/problems/problem.ts'
import type { Channel, ChannelOf } from './channel.ts'
import { withDeadline } from './deadline.ts'

/** Channels by core type, as connections name it; a type may have one channel per institution. */
export type ChannelsByType = Readonly<Record<string, (institution: Institution) => Channel>>

export function chooseChannel(directory: Directory, channels: ChannelsByType): ChannelOf {
  // Cached because every request needs it; keyed by the record, which the directory replaces when it changes.
  const chosen = new WeakMap<Institution, Channel>()
  return (institutionId) => {
    const institution = directory.institution(institutionId)
    if (institution === undefined) throw unavailable('the institution has no usable core')
    return chosen.get(institution) ?? choose(institution)
  }

  function choose(institution: Institution): Channel {
    // An institution that takes no orders has every one declined before its core is asked, so it needs no core of its own.
    const channelTo = channels[institution.coreType] ?? (takesOrders(institution) ? undefined : channels.BUILTIN)
    if (channelTo === undefined) throw unavailable('the institution has no usable core')
    const guarded = withDeadline(channelTo(institution), institution.coreTimeoutMs)
    chosen.set(institution, guarded)
    return guarded
  }
}
