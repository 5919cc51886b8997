#include "reports/json/json.h"

namespace fsdpcheck::json {

std::string Write(const Value& value, Layout layout) {
  return value.dump(layout == Layout::kIndented ? 2 : -1, ' ', /*ensure_ascii=*/false,
                    Value::error_handler_t::replace);
}

}  // namespace fsdpcheck::json
