/* session_pool.h: tells whose memory a compile uses. */
#ifndef RUSTG_COMPILE_SESSION_H
#define RUSTG_COMPILE_SESSION_H

#include "engine/host_pool.h"
#include "rustg/session.h"

/* The session's pool, or with NULL the library's own; to be released. NULL where there is none: nothing is kept. */
host_pool *session_pool(rustg_session *session);
/* The library's own session begins and ends: the first rustg_initialize and the last rustg_shutdown. */
void session_keep(bool keep);

#endif
