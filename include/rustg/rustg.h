/* rustg.h: all of rustg's public interface. */
#ifndef RUSTG_H
#define RUSTG_H

#include "cache.h"
#include "compile.h"
#include "device.h"
#include "diagnostic.h"
#include "diagnostic_kind.h"
#include "launch.h"
#include "runtime.h"
#include "session.h"
#include "sources.h"
#include "status.h"
#include "token.h"

#endif
